import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ICON_NAMES } from '../../contract/package-icons.ts'
import { packageText, signed } from '../testing.ts'
import { verifyPackageFile } from '../verify-file.ts'
import { readDrawing } from './icon-svg.ts'

const withIcon = (icon: string) =>
  verifyPackageFile(
    Buffer.from(packageText({ meta: `  permissions:\n    require: ["state.create"]\n  icon: ${icon}\n` })),
    'test.acp.yaml',
    { signature: 'ignored' },
  )
const drawing = (inside: string, root = 'viewBox="0 0 24 24"') => `<svg ${root}>${inside}</svg>`

describe('the icon of a package', () => {
  it.each(PACKAGE_ICON_NAMES)('may be %s', (name) => {
    expect(withIcon(name)).toMatchObject({ problems: [], package: { icon: name } })
  })

  it('may be left out', () => {
    expect(withIcon('').package).not.toHaveProperty('icon')
    expect(withIcon('')).toMatchObject({ problems: [] })
  })

  it.each(['rocket', 'constructor', '7', 'https://evil.example/a.svg', 'data:image/svg+xml,x'])(
    'may not be %s',
    (name) => {
      const { package: acp, problems } = withIcon(name)
      expect(acp).toBeNull()
      expect(problems).toMatchObject([
        { code: name === '7' ? 'wrong_type' : 'invalid_value', path: 'metadata.icon' },
      ])
    },
  )

  it('may be drawn, and is made anew of what was understood', () => {
    const icon = `|
    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0  24 24" fill='none' stroke="currentColor">
      <rect x="3" y="3" width="18" height="18" rx="2" fill="#0a7"/>
      <g stroke-width=".5" opacity="0.5"><path d="M3 9h18
        M3 15h18"></path></g>
    </svg>`
    const { problems, package: acp } = withIcon(icon)
    expect(problems).toEqual([])
    expect(acp?.icon).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor">' +
        '<rect x="3" y="3" width="18" height="18" rx="2" fill="#0a7"/>' +
        '<g stroke-width=".5" opacity="0.5"><path d="M3 9h18 M3 15h18"></path></g></svg>',
    )
    expect(readDrawing(acp?.icon ?? '')).toEqual({ svg: acp?.icon })
  })

  it.each([
    ['<script>alert(1)</script>', '<script'],
    ['<style/>', '<style'],
    ['<foreignObject/>', '<foreignObject'],
    ['<image href="https://evil.example/a.png"/>', '<image'],
    ['<use href="#a"/>', '<use'],
    ['<animate attributeName="x"/>', '<animate'],
    ['<text>Hello</text>', '<text'],
    ['<a/>', '<a'],
    ['<svg viewBox="0 0 1 1"/>', '<svg'],
    ['<PATH d="M0 0"/>', '<PATH'],
    ['<path><g/></path>', '<g'],
    ['<path d="M0 0" onload="alert(1)"/>', 'onload="alert(1)"'],
    ['<path style="fill:url(//evil.example)"/>', 'style="fill:url(//evil.example)"'],
    ['<path d="M0 0" fill="url(#a)"/>', 'fill="url(#a)"'],
    ['<path fill="url(https://evil.example/a)"/>', 'fill="url(https://evil.example/a)"'],
    ['<path d="M0 0" id="a"/>', 'id="a"'],
    ['<path d="M0 0" class="a"/>', 'class="a"'],
    ['<circle r="1e9"/>', 'r="1e9"'],
    ['<circle r="var(--x)"/>', 'r="var(--x)"'],
    ['<circle r="1" r="2"/>', 'r="2"'],
    ['<path d="&#77;0 0"/>', '<path d="&#77;0 0"/>'],
    ['<!-- note --><path/>', '<!-- note --><path/>'],
    ['<![CDATA[x]]>', '<![CDATA[x]]>'],
    ['<?xml-stylesheet href="a"?>', '<?xml-stylesheet href="a"?>'],
    ['<path d=M0/>', '<path d=M0/>'],
    ['<g>', '</svg'],
    ['x', 'x</svg>'],
  ])('is refused with %s', (inside, found) => {
    const { package: acp, problems } = withIcon(`'${drawing(inside)}'`)
    expect(acp).toBeNull()
    expect(problems).toMatchObject([{ code: 'icon_refused', severity: 'error', path: 'metadata.icon' }])
    expect(problems[0]?.found).toContain(found)
  })

  it.each([
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>', '<!DOCTYPE'],
    ['<?xml version="1.0"?><svg viewBox="0 0 1 1"/>', '<?xml'],
    ['<html/>', '<html'],
    ['<svg/>', '<svg'],
    ['<svg viewBox="0 0 0 24"/>', 'viewBox'],
    ['<svg viewBox="0 0 -2 24"/>', 'viewBox'],
    ['<svg xmlns="http://evil.example" viewBox="0 0 1 1"/>', 'xmlns'],
    ['<svg viewBox="0 0 1 1" xmlns:xlink="http://www.w3.org/1999/xlink"/>', '<svg'],
    ['<svg viewBox="0 0 1 1"/><script/>', '<script/>'],
    ['<svg viewBox="0 0 1 1"/><svg viewBox="0 0 1 1"/>', '<svg'],
    ['<svg viewBox="0 0 1 1">', '<svg'],
  ])('is refused as %s', (text, found) => {
    const read = readDrawing(text)
    expect(read.svg).toBeNull()
    expect(read.svg === null && read.found).toContain(found)
  })

  it('is refused if it has too much in it', () => {
    const nested = (levels: number) => drawing('<g>'.repeat(levels) + '</g>'.repeat(levels))
    expect(readDrawing(nested(8)).svg).not.toBeNull()
    expect(readDrawing(nested(9)).svg).toBeNull()
    const path = (letters: number) => `'${drawing(`<path d="${'M'.repeat(letters)}"/>`)}'`
    expect(withIcon(path(4000)).problems).toEqual([])
    expect(withIcon(path(4100)).problems).toMatchObject([{ code: 'icon_too_large', path: 'metadata.icon' }])
  })

  it('is refused where the mistake stands', () => {
    const icon = `|\n    <svg viewBox="0 0 24 24">\n      <path d="M3 9"/>\n      <script/>\n    </svg>`
    expect(withIcon(icon).problems).toMatchObject([{ line: 14, column: 7, found: '<script' }])
  })

  it('never keeps anything but shapes, whatever the text', () => {
    const parts = [
      '<svg viewBox="0 0 9 9"',
      '>',
      '</svg>',
      '<g',
      '<path d="M1 1"',
      '/>',
      '</g>',
      ' fill="red"',
    ]
    const rest = [' onload="x"', '<script', 'x', '&lt;', '<!--', '-->', ' ', '"', "'", ' href="x"', '<use']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts, ...rest), { maxLength: 12 }), (all) => {
        const { svg } = readDrawing(all.join(''))
        expect(svg ?? '').toMatch(/^(?:<\/?(?:svg|g|path)(?: (?:xmlns|viewBox|d)="[\w\s:/.]*")*\/?>)*$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('is part of what was signed, and kept with the package', async () => {
    const meta = `  permissions:\n    require: ["state.create"]\n  icon: book\n`
    const bytes = await signed(packageText({ meta }))
    expect(verifyPackageFile(bytes, 'a.acp.yaml').package?.icon).toBe('book')
    const other = Buffer.from(Buffer.from(bytes).toString().replace('icon: book', 'icon: bell'))
    expect(verifyPackageFile(other, 'a.acp.yaml').problems).toMatchObject([{ code: 'bad_signature' }])
  })
})
