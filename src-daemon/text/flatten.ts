/** The texts of a file as pairs of key and message; the key of one inside groups is their names joined by dots. */
export const flatten = (texts: object, group = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${group}${name}.`)
      : [[`${group}${name}`, String(value)]],
  )
