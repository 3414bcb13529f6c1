/** Runs of base64, with the padding at their end. */

/** The first run of at least `least` characters; null if there is none. Such a run covers one of every `least` positions. */
export const longRun = (text: string, least: number): string | null => runs(text, least).next().value ?? null

/** The decoded content of runs of at least `least` characters, if it is readable text. */
export const hiddenTexts = (text: string, least: number): readonly string[] =>
  [...runs(text, least)].map(decoded).filter((one) => one !== null)

function* runs(text: string, least: number): Generator<string, undefined> {
  for (let at = least - 1; at < text.length; at += least) {
    if (!isBase64(text, at)) continue
    let start = at
    while (isBase64(text, start - 1)) start--
    while (isBase64(text, at + 1)) at++
    if (at + 1 - start >= least)
      yield text.slice(start, at + 1) + (/^={0,2}/.exec(text.slice(at + 1, at + 3))?.[0] ?? '')
  }
  return undefined
}

const isBase64 = (text: string, at: number): boolean => /[A-Za-z0-9+/_-]/.test(text.charAt(at))

const decoded = (run: string): string | null => {
  const text = Buffer.from(run, 'base64').toString('utf8')
  return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(text) && !text.includes('\uFFFD') ? text : null
}
