/** The outermost objects in a text that is more than JSON, one after another; an object that never ends is none. */
export const objectsIn = (text: string): readonly string[] => {
  const parts: string[] = []
  let at = text.indexOf('{')
  while (at !== -1) {
    const end = endOfObject(text, at)
    if (end === -1) return parts
    parts.push(text.slice(at, end))
    at = text.indexOf('{', end)
  }
  return parts
}

/** Where an object ends that begins at `from`; -1 where it doesn't. */
const endOfObject = (text: string, from: number): number => {
  let depth = 0
  let inText = false
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (inText) {
      if (character === '\\') at += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
