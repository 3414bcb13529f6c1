const CHARACTERS = 30_000
const PIECE = 4
/** The last words, by which one sees that all has come. */
export const LAST = 'That was all.'
/** 200 tokens a second. */
export const PIECE_MS = 5

const section = (at: number): string => `## Step ${String(at)}

To move *part ${String(at)}* one has to **look at it first**: see [the manual](https://example.org/${String(at)}), then run \`step --number ${String(at)}\`.

1. Open the lid and wait until the lamp is green.
2. Turn the wheel by $\\frac{${String(at)}}{2\\pi}$ of a turn, as $$a_{${String(at)}} = \\sum_{k=0}^{n} x_k^2$$ demands.
   - It takes about ten minutes.
   - Don't force it.

| part | weight | where |
|------|-------:|-------|
${Array.from({ length: 6 }, (_, row) => `| ${String(at)}.${String(row)} | ${String(row * 7)} g | shelf ${String(row)} |`).join('\n')}

\`\`\`ts
${Array.from({ length: 10 }, (_, row) => `const part${String(row)} = await move({ from: ${String(at)}, to: ${String(row)}, force: false })`).join('\n')}
\`\`\`

> What was moved can be moved back, as long as nobody has closed the lid.

`

/** A long answer with code, tables and formulas, in the pieces in which a fast model sends it. */
export const longAnswer = (characters = CHARACTERS): readonly string[] => {
  let text = ''
  for (let at = 1; text.length < characters; at += 1) text += section(at)
  const pieces = Array.from({ length: Math.ceil(characters / PIECE) }, (_, at) =>
    text.slice(at * PIECE, Math.min(characters, (at + 1) * PIECE)),
  )
  return [...pieces, '\n\n', LAST]
}
