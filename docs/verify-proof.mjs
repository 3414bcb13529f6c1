// Checks what `satchel state prove` wrote, offline, with Node alone: node verify-proof.mjs PROOF.json [HASH]
// HASH: a root, digest or anchor hash that reached you in another way; without it a proof only agrees with itself.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const hash = (data) => createHash('sha256').update(data).digest('hex')
const sha256 = (...hex) => hash(Buffer.from(hex.join(''), 'hex'))
const sealOf = (record) => hash(JSON.stringify(record, Object.keys(record).sort()))
// RFC 6962, 2.1: the root of `size` leaves. `parts`, used up from the left, are the subtrees that make them up.
const rootOf = (size, parts) => {
  assert(Number.isSafeInteger(size) && parts[0]?.leaves > 0 && parts[0].leaves <= size, 'it fits no tree')
  if (parts[0].leaves === size) return parts.shift().hash
  const left = 2 ** ((size - 1).toString(2).length - 1)
  return sha256('01', rootOf(left, parts), rootOf(size - left, parts))
}
const checkSnapshot = ({ digest, ...fields }, parts, { space, scope }) => {
  assert(fields.space === space && fields.scope === scope, 'the snapshot is of another scope')
  assert(sealOf(fields) === digest, 'the digest is not that of the snapshot')
  assert(rootOf(fields.size, parts) === fields.root && !parts.length, 'the path leads to another root')
}
// DAG-CBOR, as far as headers use it: three bits of kind, then a number or the length of what follows.
const decode = (bytes) => {
  const [kind, low] = [bytes[0] >> 5, bytes.shift() & 31]
  const number = low < 24 ? low : bytes.splice(0, 2 ** (low - 24)).reduce((sum, byte) => sum * 256 + byte)
  const content = (form) => Buffer.from(bytes.splice(0, number)).toString(form)
  const map = () => Object.fromEntries(Array.from({ length: number }, () => [decode(bytes), decode(bytes)]))
  return { 0: () => number, 2: () => content('hex'), 3: () => content('utf8'), 5: map, 7: () => null }[kind]()
}
process.on('uncaughtExceptionMonitor', ({ message }) => console.error(`REFUSED: ${message}`))
const { version, snapshot, anchor, object, changes, earlier } = JSON.parse(readFileSync(process.argv[2]))
assert(version === 2, `this checks proofs of version 2, not ${version}`)
const versions = changes.map(({ header, ops, before, after }) => {
  const [change, leaf] = [decode([...Buffer.from(header, 'hex')]), sha256('00', sha256(header))]
  checkSnapshot(snapshot, [...before, { leaves: 1, hash: leaf }, ...after], change)
  assert(!object || (change.schema === object.schemaUri && change.object === object.id), 'another object')
  assert(ops === null || (/^[0-9a-f]+$/.test(ops) && sha256(ops) === change.ops), 'what it did was changed')
  console.log('ok  a change,', ops === null ? 'what it did was purged:' : 'with what it did:', change)
  return sha256(header)
})
assert(object ? versions.includes(object.version) : versions.length > 0 || earlier, 'it shows something else')
if (earlier) {
  checkSnapshot(earlier.snapshot, [...earlier.before], snapshot)
  checkSnapshot(snapshot, [...earlier.before, ...earlier.after], earlier.snapshot)
  console.log('ok  the root goes on from', earlier.snapshot)
}
const { hash: last = snapshot.digest, chain: _chain, ...entry } = anchor ?? {} // `chain`: where to look the hash up
assert(!anchor || sealOf({ ...entry, ...snapshot }) === last, 'the anchor is of something else')
assert([snapshot.root, snapshot.digest, last].includes(process.argv[3] ?? last), 'another was expected')
console.log(process.argv[3] ? 'ok  as expected, in' : '--  still to be compared,', { ...anchor, ...snapshot })
