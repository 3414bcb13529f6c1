import { defineStore } from 'pinia'
import type { SkillFolder, SkillView } from '../../src-daemon/contract/skills.ts'
import { useResource } from '../composables/use-resource.ts'
import { api } from '../rpc/client.ts'

/** The installed skills and the trusted folders, kept up to date. */
export const useSkills = defineStore('skills', () => {
  const known = useResource(
    async (): Promise<{ skills: readonly SkillView[]; folders: readonly SkillFolder[] }> => {
      const [skills, folders] = await Promise.all([api.skills.list.query(), api.skills.folders.query()])
      return { skills, folders }
    },
    { topics: ['skills'] },
  )
  return { known: known.data, error: known.error, load: known.reload }
})
