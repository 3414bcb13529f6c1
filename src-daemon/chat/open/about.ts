/** What the author of a capability says about it, for a model that has some of its tools. */
export interface About {
  readonly capability: string
  readonly its_author_says: string
}
