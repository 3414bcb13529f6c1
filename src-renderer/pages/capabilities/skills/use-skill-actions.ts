import { useToast } from '@nuxt/ui/composables/useToast'
import { ref, shallowRef } from 'vue'
import { useGoOn } from '../../../composables/use-go-on.ts'
import type { SkillView } from '../../../../src-daemon/contract/skills.ts'
import { t } from '../../../i18n/index.ts'
import { api } from '../../../rpc/client.ts'
import { toErrorView } from '../../../rpc/errors.ts'
import { useSkills } from '../../../stores/skills.ts'

/** The page's actions on skills (add, rescan, enable, disable, remove), each with a message about its result. */
export const useSkillActions = () => {
  const skills = useSkills()
  const toast = useToast()
  const goOn = useGoOn()
  /** The path the sheet that adds skills looks at first; null while it is closed. */
  const adding = ref<string | null>(null)
  const removing = shallowRef<{ skill: SkillView; wholeFolder: boolean } | null>(null)

  const added = async (views: readonly SkillView[]) => {
    adding.value = null
    toast.add({
      title: t('skills.sheet.done', { count: views.length }),
      color: 'success',
      icon: 'i-lucide-check',
    })
    const [first] = views
    if (first === undefined) await skills.load()
    else await goOn(skills.load(), `/capabilities/${first.id}`)
  }

  const enable = async ({ id }: SkillView, enabled: boolean) => {
    try {
      await api.skills.setEnabled.mutate({ id, enabled })
    } catch (thrown) {
      const { message, action } = toErrorView(thrown)
      toast.add({ title: message, description: action, color: 'error' })
    }
    await skills.load()
  }

  const removed = async (title: string) => {
    removing.value = null
    toast.add({ title: t('skills.remove.done', { title }), color: 'neutral' })
    await goOn(skills.load(), '/capabilities')
  }

  return { adding, removing, added, enable, removed }
}
