import { up as identity } from './0001-identity.ts'
import { up as packages } from './0002-packages.ts'
import { up as state } from './0003-state.ts'
import { up as activity } from './0004-activity.ts'
import { up as chat } from './0005-chat.ts'

/** Every step in order; the number of a step is its place, starting at 1. */
export const migrations: readonly string[] = [identity, packages, state, activity, chat]
