import type { AppGrant } from '../../../../src-daemon/contract/app-grants.ts'

/** `planner` of `did:nuwa:app:planner`. */
export const appName = ({ app }: Pick<AppGrant, 'app'>): string => app.replace('did:nuwa:app:', '')
