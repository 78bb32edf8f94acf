/** What pages and lessons are made of; the build makes it from docs/rules. */

export type Span = string | { readonly strong: Spans } | { readonly emphasis: Spans } | { readonly cards: readonly string[] }
export type Spans = readonly Span[]

export interface ExampleRow {
  readonly label: string
  readonly cards: readonly string[]
  /** Which of several rows of one kind it is, from 1. */
  readonly number?: number
  readonly winner?: boolean
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly name: string; readonly spans: Spans }
  | { readonly kind: 'paragraph'; readonly spans: Spans }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Spans[] }
  | { readonly kind: 'table'; readonly head: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: 'example'; readonly name: string; readonly rows: readonly ExampleRow[]; readonly spans: Spans }

/** The text of spans without cards, as a name of its place. */
export function plainText(spans: Spans): string {
  return spans.map((span) => (typeof span === 'string' ? span : 'strong' in span ? plainText(span.strong) : 'emphasis' in span ? plainText(span.emphasis) : '')).join('')
}
