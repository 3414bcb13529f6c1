const MOST_DEPTH = 8

const number = /^-?(?:\d{1,5}(?:\.\d{0,6})?|\.\d{1,6})$/
const colour = /^(?:none|currentColor|black|white|#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6})$/
const share = /^(?:0|1|0?\.\d{1,6})$/
const points = /^[\d\s.,-]*$/

const numbers = (...names: readonly string[]): Record<string, RegExp> =>
  Object.fromEntries(names.map((name) => [name, number]))

/** How any element may be painted. */
const PAINT: Readonly<Record<string, RegExp>> = {
  fill: colour,
  stroke: colour,
  'fill-opacity': share,
  'stroke-opacity': share,
  opacity: share,
  'stroke-width': number,
  'stroke-linecap': /^(?:butt|round|square)$/,
  'stroke-linejoin': /^(?:miter|round|bevel)$/,
  'fill-rule': /^(?:nonzero|evenodd)$/,
}
/** The elements there may be, each with its attributes besides those of paint. No other can hold text, load or run anything. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  g: {},
  path: { d: /^[MmLlHhVvCcSsQqTtAaZzEe\d\s.,+-]*$/ },
  circle: numbers('cx', 'cy', 'r'),
  ellipse: numbers('cx', 'cy', 'rx', 'ry'),
  rect: numbers('x', 'y', 'width', 'height', 'rx', 'ry'),
  line: numbers('x1', 'y1', 'x2', 'y2'),
  polyline: { points },
  polygon: { points },
}
const NAMESPACE = 'http://www.w3.org/2000/svg'
const ROOT: Readonly<Record<string, RegExp>> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  // A width and a height of 0 would show nothing.
  viewBox:
    /^-?\d{1,5}(?:\.\d{1,6})? -?\d{1,5}(?:\.\d{1,6})? (?=[\d.]*[1-9][\d.]* )\d{1,5}(?:\.\d{1,6})? (?=[\d.]*[1-9])\d{1,5}(?:\.\d{1,6})?$/,
  ...numbers('width', 'height'),
}
/** Given by who draws it. */
const ROOT_SIZE = ['xmlns', 'width', 'height']

const TAG =
  /\s*<(?<closes>\/?)(?<name>[A-Za-z]+)(?<attributes>(?:\s+[A-Za-z][A-Za-z\d-]*=(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*(?<empty>\/?)>/y
const ATTRIBUTE = /([A-Za-z][A-Za-z\d-]*)=("[^"<>&]*"|'[^'<>&]*')/g

/** A drawing, or what of it is refused and what may be there instead. */
type IconDrawing =
  | { readonly svg: string }
  | { readonly svg: null; readonly found: string; readonly expected: string }

/** Whether a text is meant as a drawing, not as a name. */
export const isDrawing = (text: string): boolean => text.trimStart().startsWith('<')

/**
 * Reads a small SVG of shapes, numbers and colours. What is drawn is made anew of what was understood, so nothing else gets through: no script,
 * style, link, reference, text, comment, entity or declaration.
 */
export const readDrawing = (text: string): IconDrawing => {
  const source = text.trim()
  const open: string[] = []
  const drawn: string[] = []
  let at = 0
  do {
    TAG.lastIndex = at
    const tag = TAG.exec(source)?.groups
    if (tag === undefined)
      return refused(excerpt(source.slice(at)) || '<svg', open.length === 0 ? '<svg …>' : expectedIn(open))
    at = TAG.lastIndex
    const { closes = '', name = '', attributes = '', empty = '' } = tag
    if (closes !== '') {
      if (open.pop() !== name || attributes !== '' || empty !== '')
        return refused(`</${name}`, expectedIn(open))
      drawn.push(`</${name}>`)
      continue
    }
    const isRoot = drawn.length === 0
    const shape = isRoot === (name === 'svg') ? (isRoot ? ROOT : shapeOf(name)) : undefined
    if (shape === undefined || (open.length > 1 && open.at(-1) !== 'g') || open.length > MOST_DEPTH)
      return refused(`<${name}`, isRoot ? '<svg …>' : expectedIn(open))
    const painted = readAttributes(attributes, { ...PAINT, ...shape }, isRoot ? ROOT_SIZE : [])
    if (typeof painted !== 'string') return painted
    if (isRoot && !painted.includes(' viewBox=')) return refused('<svg', 'viewBox="0 0 24 24"')
    drawn.push(`<${name}${isRoot ? ` xmlns="${NAMESPACE}"` : ''}${painted}${empty === '' ? '' : '/'}>`)
    if (empty === '') open.push(name)
  } while (open.length > 0)
  return at === source.length
    ? { svg: drawn.join('') }
    : refused(excerpt(source.slice(at)), 'nothing after </svg>')
}

const shapeOf = (name: string): Readonly<Record<string, RegExp>> | undefined =>
  Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined

const expectedIn = (open: readonly string[]): string =>
  [...Object.keys(SHAPES).map((name) => `<${name}>`), `</${open.at(-1) ?? 'svg'}>`].join(', ')

/** The attributes as they are drawn, or the first that is refused; those `dropped` are allowed, but of no effect. */
const readAttributes = (
  text: string,
  known: Readonly<Record<string, RegExp>>,
  dropped: readonly string[],
): string | IconDrawing => {
  const seen = new Set<string>()
  const kept: string[] = []
  for (const [written, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    const value = quoted.slice(1, -1).replaceAll(/\s+/g, ' ').trim()
    const rule = Object.hasOwn(known, name) ? known[name] : undefined
    if (rule?.test(value) !== true || seen.has(name))
      return refused(excerpt(written), Object.keys(known).join(', '))
    seen.add(name)
    if (!dropped.includes(name)) kept.push(` ${name}="${value}"`)
  }
  return kept.join('')
}

const excerpt = (text: string): string => text.trimStart().slice(0, 60)

const refused = (found: string, expected: string): IconDrawing => ({ svg: null, found, expected })
