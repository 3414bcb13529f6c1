import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthorizations, createDidResolver, openIdentity } from '../../src-daemon/identity/index.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'

const now = () => new Date()
const capability = { capUri: 'did:nuwa:cap:garden', scope: 'sc:garden' }

/** An identity in a separate folder with one installed capability, and a turn's authorization, as tool calls use it. */
export const openAuthorization = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const db = openDatabase({ path: join(folder, 'state.db') })
  const dids = createDidResolver({ now, fetch: () => Promise.reject(new Error('nothing is fetched here')) })
  const opened = await openIdentity({
    db,
    dataDir: folder,
    now,
    dids,
    vaultPassphrase: 'only for this run',
    passphrases: { check: () => Promise.resolve() },
  })
  if (opened.kind !== 'ready') throw new Error('There is no identity to measure with')
  const { identity } = opened
  const authorizations = createAuthorizations({ db, identity, now })
  const actions = ['state.create', 'state.query', 'state.update']
  const issued = await authorizations.issue({ ...capability, actions })
  const turn = await authorizations.attenuate({ parent: issued.id, actions, expiresInSeconds: 900 })
  return {
    check: () => {
      authorizations.check({ id: turn.id, action: 'state.query', ...capability })
    },
    narrow: () => authorizations.attenuate({ parent: issued.id, actions, expiresInSeconds: 900 }),
    close: () => {
      identity.close()
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
