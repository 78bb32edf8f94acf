/** How far each lesson has been taken, on this device. */
import type { Keep } from '../state/keep'

const key = (game: string): string => `lesson.${game}`

/** The step to go on with; 0 for a lesson not begun, or of another length by now. */
export function readProgress(keep: Keep, game: string, steps: number): number {
  const [step, of] = (keep.read(key(game)) ?? '').split('/').map(Number)
  return step !== undefined && Number.isInteger(step) && of === steps && step > 0 && step < steps ? step : 0
}

export function writeProgress(keep: Keep, game: string, step: number, steps: number): void {
  keep.write(key(game), `${step}/${steps}`)
}
