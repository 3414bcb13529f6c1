import { describe, expect, it } from 'vitest'
import { authorizationBy, removalBy, testKey } from './devices/testing.ts'
import { headBytes } from './devices/head.ts'
import { nameBytes } from './devices/statements.ts'
import { stateRotation } from './keys/rotation.ts'
import { salvagedRow } from './salvaged-rows.ts'

const owner = testKey('owner')
const device = testKey('device')
const replica = 'r1'

const named = { name: 'Desk', at: '2026-01-01T00:00:00.000Z' }
const deviceRow = {
  replica,
  device: device.did,
  owner: owner.did,
  document: authorizationBy(owner, { replica, device: device.did }),
  first_at: '2026-01-01T00:00:00Z',
  expires_at: '2100-01-01T00:00:00Z',
  name: named.name,
  named_at: named.at,
  name_signature: Buffer.from(device.sign(nameBytes({ replica, ...named }))).toString('base64url'),
}

const removal = removalBy(owner, { replica, heads: [] })
const removalRow = { signature: removal.signature, replica, statement: JSON.stringify(removal) }

const head = { owner: owner.did, space: 's', scope: 'c', actor: replica, seq: 3, hash: Buffer.alloc(32, 7) }
const headRow = { ...head, by: device.did, signature: Buffer.from(device.sign(headBytes(head))) }

const rotation = stateRotation(
  { kind: 'Ed25519', secret: new Uint8Array(32).fill(1) },
  { kind: 'Ed25519', secret: new Uint8Array(32).fill(2) },
  named.at,
)
const { from, to, ...signed } = rotation
const rotationRow = { from_did: from, to_did: to, ...signed }

describe.each([
  ['devices', deviceRow, ['first_at', 'name', 'named_at', 'name_signature']],
  ['device_removals', removalRow, []],
  ['signed_heads', headRow, []],
  ['key_rotations', rotationRow, []],
] as const)('a row of %s', (table, row, free) => {
  it('is kept unchanged if it is valid', () => {
    expect(salvagedRow(table, row)).toEqual(row)
  })

  const columns = Object.keys(row).filter((name) => !(free as readonly string[]).includes(name))
  it.each(columns)('is left out if its %s is damaged', (column) => {
    const value: unknown = row[column as keyof typeof row]
    expect(salvagedRow(table, { ...row, [column]: damaged(value) })).toBeNull()
  })
})

it.each(['name', 'named_at', 'name_signature'] as const)(
  'a device with a damaged %s loses its name',
  (column) => {
    const nameless = { ...deviceRow, name: null, named_at: null, name_signature: null }
    expect(salvagedRow('devices', { ...deviceRow, [column]: damaged(deviceRow[column]) })).toEqual(nameless)
  },
)

it('a device was authorized first when its present authorization says, if that is damaged', () => {
  const { first_at } = deviceRow
  for (const damage of ['3026-01-01T00:00:00Z', 'x'])
    expect(salvagedRow('devices', { ...deviceRow, first_at: damage })).toEqual({ ...deviceRow, first_at })
})

it('rows of other tables are nothing to judge', () => {
  expect(salvagedRow('notes', { name: '\u0000' })).toEqual({ name: '\u0000' })
})

/** As by one flipped bit at the front. */
const damaged = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  const bytes = Buffer.from(value as string | Buffer)
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  return typeof value === 'string' ? bytes.toString() : bytes
}
