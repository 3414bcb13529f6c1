import type { SharingDeps } from './sharing.ts'

const none = () => Promise.reject(new Error('not used'))

/** No connected servers, and no skills from files. */
export const noOffers: Pick<SharingDeps, 'servers' | 'skills'> = {
  servers: {
    list: () => [],
    resources: none,
    readResource: none,
    prompts: none,
    prompt: none,
    onNotice: () => () => undefined,
  },
  skills: {
    readText: () => {
      throw new Error('not used')
    },
  },
}
