/** Lines of the chat as they are shown and told. */
import type { ChatLine } from '../state/wire'
import { say, type Voice } from '../text'

export function lineText(line: ChatLine): string {
  return line.phrase === null ? (line.text ?? '') : say(`client.chat.phrase.${line.phrase}`)
}

/** Who has said it: the name that he had then. */
export function speakerName(line: ChatLine, voice: Voice): string {
  return line.name ?? (line.seat === null ? say('client.chat.somebody') : voice.name(line.seat))
}
