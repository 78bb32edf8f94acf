/** What the build tells the service worker, and what pages tell it. Addresses begin with a slash. */

export interface Files {
  /** A hash of all names and of the page. */
  readonly version: string
  /** A hash of the card faces. */
  readonly pictures: string
  /** The program: scripts and style sheets without texts. */
  readonly shell: readonly string[]
  /** The texts of each language. */
  readonly languages: Readonly<Record<string, readonly string[]>>
}

export type Told =
  /** Take over from the version before. */
  | { readonly type: 'activate' }
  /** A language that is spoken here, and the faces it plays with. */
  | { readonly type: 'keep'; readonly language: string; readonly pictures: readonly string[] }
