import { createPackageModules, createPackageSecrets } from '../bindings/index.ts'
import { createCapabilityCatalog } from '../capabilities/index.ts'
import { createDrafts, createModuleFiles, createOwnPictures, createPackages } from '../packages/index.ts'
import { catalogueDir } from '../platform/app.ts'
import { createCandidates, createTrust, openRegistry } from '../registry/index.ts'
import { createSkills, createWorkFolders } from '../skills/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { OtherAgents } from './other-agents.ts'
import type { Owner } from './owner.ts'
import type { Servers } from './servers.ts'

export type Installed = ReturnType<typeof wireInstalled>

/** The owner's packages and skills, their secrets and modules, and the registries more come from. */
export const wireInstalled = (
  ground: Ground,
  owner: Owner,
  { connectedServers }: Pick<Servers, 'connectedServers'>,
  { agentContacts }: Pick<OtherAgents, 'agentContacts'>,
  stack: AsyncDisposableStack,
) => {
  const { input, db, guard, dids, identity, now } = ground
  const { state, settings, language, authorizations } = owner
  const { paths, log } = input
  const moduleFiles = createModuleFiles(paths.packagesDir)
  const candidates = createCandidates({ db, now })
  const keyOf = (keyId: string) => dids.key(keyId, 'assertionMethod')
  const trust = closedBy(stack, createTrust({ db, guard, keyOf, now, language }))
  const packages = createPackages({
    db,
    packagesDir: paths.packagesDir,
    catalogueDir,
    state,
    identity,
    keyOf,
    authorizations,
    now,
    language,
    isServerConnected: connectedServers.reaches,
    hasModule: (packageName, cid) => moduleFiles.size(packageName, cid) !== null,
    candidateFiles: candidates,
    advice: trust,
    log,
  })
  const skills = createSkills({ db, skillsDir: paths.skillsDir, now, language })
  const ownPictures = createOwnPictures({ db, now })
  const below = { db, guard, dids, identity, state, packages, settings, now, language, log }
  return {
    packages,
    drafts: createDrafts({ db, now, language, state, packages }),
    ownPictures,
    packageSecrets: createPackageSecrets({ secrets: identity.secrets, packages }),
    packageModules: createPackageModules({ files: moduleFiles, packages }),
    skills,
    workFolders: createWorkFolders(paths.workDir),
    /** All of these as packages, for the model and the router. */
    catalog: createCapabilityCatalog(packages, skills, connectedServers, agentContacts),
    registry: closedBy(stack, openRegistry({ ...below, ownPictures, candidates, trust, paths })),
  }
}
