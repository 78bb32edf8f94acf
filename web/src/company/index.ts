export { default as Adjourned } from './Adjourned.svelte'
export { default as AdjournAsked } from './AdjournAsked.svelte'
export { default as Chat } from './Chat.svelte'
export { default as ChatButton } from './ChatButton.svelte'
