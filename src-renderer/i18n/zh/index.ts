import type { Messages } from '../en/index.ts'
import capabilities from './capabilities.ts'
import chat from './chat.ts'
import frame from './frame.ts'
import identity from './identity.ts'
import settings from './settings.ts'
import setup from './setup.ts'
import state from './state.ts'

const messages: Messages = { frame, setup, chat, capabilities, state, identity, settings }
export default messages
