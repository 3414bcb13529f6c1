import { expect, it } from 'vitest'
import { staticImports } from './sizes.ts'

it('finds what a built module imports statically, and not what it loads later', () => {
  const source = [
    'import{a as b,c}from"./one.js";',
    'import"./two.js";',
    "import * as all from '../three.js';",
    'export{x}from"./four.js";',
    'import d,{e}from"./five.js";',
    'const later=()=>import("./later.js");',
    'const text="import nothing";',
    'export default{from:"./not-a-module.js"};',
  ].join('')
  expect(staticImports(source)).toEqual(['./one.js', './two.js', '../three.js', './four.js', './five.js'])
})
