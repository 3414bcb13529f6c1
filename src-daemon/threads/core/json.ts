/** An object as it came, of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>
