export { default as PuzzleScreen } from './PuzzleScreen.svelte'
export { default as PuzzlesScreen } from './PuzzlesScreen.svelte'
