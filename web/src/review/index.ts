export { default as BringScreen } from './BringScreen.svelte'
export { default as ReviewScreen } from './ReviewScreen.svelte'
