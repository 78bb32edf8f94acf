/** A few short tones, made here. Browsers allow sound only after the person has touched the page. */
let context: AudioContext | null = null

/** Call from a click or a key, so that later sounds are allowed. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

/** The clock is about to run out: two rising tones. */
export function warningSound(): void {
  tone(660, 0, 0.16)
  tone(880, 0.22, 0.24)
}

/** It is your turn: one soft tone. */
export function turnSound(): void {
  tone(523, 0, 0.12, 0.05)
}

/** The table calls somebody who looks elsewhere: three tones up. */
export function callSound(): void {
  tone(523, 0, 0.14)
  tone(659, 0.16, 0.14)
  tone(784, 0.32, 0.3)
}

function tone(frequency: number, after: number, length: number, loudness = 0.14): void {
  if (context === null || context.state !== 'running') return
  const start = context.currentTime + after
  const source = context.createOscillator()
  const volume = context.createGain()
  source.type = 'sine'
  source.frequency.value = frequency
  // Without a soft start and end the tone would click.
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loudness, start + 0.02)
  volume.gain.linearRampToValueAtTime(0, start + length)
  source.connect(volume).connect(context.destination)
  source.start(start)
  source.stop(start + length)
}
