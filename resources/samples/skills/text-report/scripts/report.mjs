// Counts what comes in on standard input, prints one line of JSON, and keeps the same in report.json.
import { readFileSync, writeFileSync } from 'node:fs'

const WORDS_PER_MINUTE = 220
const text = readFileSync(0, 'utf8')
const words = text.split(/\s+/u).filter((word) => word !== '').length
const report = {
  words,
  lines: text === '' ? 0 : text.split('\n').length,
  characters: [...text].length,
  minutes: Math.round((words / WORDS_PER_MINUTE) * 10) / 10,
}
writeFileSync('report.json', JSON.stringify(report))
console.log(JSON.stringify(report))
