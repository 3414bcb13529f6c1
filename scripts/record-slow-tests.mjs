// `node scripts/record-slow-tests.mjs REPORT` writes to slow-tests.json which files take longest, from a report that
// `SATCHEL_TEST_REPORT=REPORT npx vitest run` made; with `SATCHEL_TEST_LONG=1` before both, to slow-long-tests.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './freshness.mjs'

const LEAST_SECONDS = 2

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const slow = testResults
  .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)])
  .filter(([, seconds]) => seconds >= LEAST_SECONDS)
  .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
writeFileSync(
  new URL(
    process.env.SATCHEL_TEST_LONG === '1' ? 'slow-long-tests.json' : 'slow-tests.json',
    import.meta.url,
  ),
  `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`,
)
