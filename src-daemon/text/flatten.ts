/** The texts of a file as pairs of key and message; nested keys are joined by dots. */
export const flatten = (texts: object, group = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${group}${name}.`)
      : [[`${group}${name}`, String(value)]],
  )
