/** For the tests: English, with the texts of all games. */
import { speech } from './language.svelte'

await speech.choose('en')
for (const game of ['friends', 'learn', 'mate', 'pinochle', 'review', 'scorer', 'tarot']) await speech.addGame(game)
