import type { PackagesService, Shelf } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { ServicesService } from '../mcp/index.ts'
import { runsScripts } from '../skills/index.ts'
import type { Skill, SkillsService } from '../skills/types.ts'
import { serviceAsPackage } from './service-shelf.ts'

/** Files a model is told of by name; it hears how many more there are. */
const TOLD = 60

/**
 * Packages, skills and connected services as one: what routing and conversations choose from. A skill is chosen by its name and description;
 * its instructions are read only by the turn that uses it (progressive disclosure). A service is there while one of its tools is on.
 */
export const createShelf = (
  packages: Pick<PackagesService, 'installed' | 'get' | 'onChange'>,
  skills: Pick<SkillsService, 'active' | 'onChange'>,
  services: Pick<ServicesService, 'offered' | 'isOff' | 'onOffer'>,
): Shelf => {
  let cache: ReadonlyMap<string, AcpPackage> | null = null
  const forget = (): void => {
    cache = null
  }
  skills.onChange(forget)
  services.onOffer(forget)
  const known = (): ReadonlyMap<string, AcpPackage> =>
    (cache ??= new Map(
      [...skills.active().map(asPackage), ...connected(services)].map((one) => [one.name, one]),
    ))
  return {
    installed: () => [...packages.installed(), ...known().values()],
    get: (name) => known().get(name) ?? packages.get(name),
    onChange: (listener) => {
      const endings = [packages.onChange(listener), skills.onChange(listener), services.onOffer(listener)]
      return () => {
        for (const end of endings) end()
      }
    },
  }
}

const connected = (services: Pick<ServicesService, 'offered' | 'isOff'>): AcpPackage[] =>
  services.offered().flatMap((service) => {
    const on = service.tools.filter(({ name }) => !services.isOff(service.uri, name))
    return on.length === 0 ? [] : [serviceAsPackage(service, on)]
  })

/** A skill in the form of a package: it has no author who signed it, keeps no objects, and brings no bindings. */
const asPackage = (skill: Skill): AcpPackage => ({
  sha256: skill.sha256,
  name: skill.id,
  capUri: skill.id,
  version: skill.version,
  title: skill.title,
  description: skill.description,
  author: { did: '', keyId: '' },
  triggers: [{ type: 'keyword', value: skill.name.replaceAll('-', ' ') }],
  examples: quotedIn(skill.description),
  memoryScope: skill.id,
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: {},
  schemaUri: skill.id,
  prompt: [skill.body, ...filesOf(skill)].join('\n\n'),
  tools: [],
  bindings: {},
})

/** Sentences that a description gives in quotes: what somebody may say who wants it. */
const quotedIn = (description: string): string[] =>
  [...description.matchAll(/["“]([^"“”]{3,120})["”]/gu)].map(([, text = '']) => text.trim()).slice(0, 20)

const filesOf = (skill: Skill): string[] => {
  const files = skill.files.filter(({ kind }) => kind !== 'document')
  if (files.length === 0) return []
  const scripts = runsScripts({ allowedTools: skill.allowedTools, files: [...skill.files] })
  const lines = files
    .slice(0, TOLD)
    .map(
      ({ path, bytes, kind }) =>
        `- ${path} (${kind === 'script' && !scripts ? 'text' : kind}, ${String(bytes)} bytes)`,
    )
  const more = files.length > TOLD ? [`- and ${String(files.length - TOLD)} more`] : []
  const how = scripts
    ? 'Read a file with read_file only when the instructions need it; run a script with run_script.'
    : 'Read a file with read_file only when the instructions need it.'
  return [[`Files of this skill. ${how}`, ...lines, ...more].join('\n')]
}
