/**
 * Integer products of one vector with many, 16 numbers at a time: AssemblyScript, compiled to `scan-module.ts`. The query is 16 bits wide,
 * the vectors are 8. `scan-module.test.ts` compiles it again and compares.
 */
export const SCAN_SOURCE = `
export function scan(query: usize, vectors: usize, count: i32, dimensions: i32, scores: usize): void {
  for (let at = 0; at < count; at++) {
    let sum = i32x4.splat(0)
    for (let d = 0; d < dimensions; d += 16) {
      const x = v128.load(vectors + d)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), v128.load(query + (d << 1))))
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), v128.load(query + (d << 1), 16)))
    }
    store<i32>(scores, i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3))
    scores += 4
    vectors += dimensions
  }
}
`

export const SCAN_OPTIONS = {
  optimizeLevel: 3,
  shrinkLevel: 0,
  runtime: 'stub',
  enable: ['simd'],
  importMemory: true,
  noAssert: true,
}
