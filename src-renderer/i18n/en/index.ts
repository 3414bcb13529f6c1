import activity from './activity.ts'
import adding from './adding.ts'
import approvals from './approvals.ts'
import capabilities from './capabilities.ts'
import chat from './chat.ts'
import frame from './frame.ts'
import identity from './identity.ts'
import marketplace from './marketplace.ts'
import models from './models.ts'
import names from './names.ts'
import offers from './offers.ts'
import pins from './pins.ts'
import publishing from './publishing.ts'
import registries from './registries.ts'
import routing from './routing.ts'
import agents from './agents.ts'
import servers from './servers.ts'
import services from './services.ts'
import settings from './settings.ts'
import setup from './setup.ts'
import sharing from './sharing.ts'
import signin from './signin.ts'
import skills from './skills.ts'
import state from './state.ts'
import turns from './turns.ts'

/** English is the source of truth: its shape is what every other language must have. */
const messages = {
  frame,
  setup,
  chat,
  turns,
  routing,
  capabilities,
  skills,
  state,
  activity,
  adding,
  approvals,
  identity,
  models,
  names,
  offers,
  pins,
  marketplace,
  publishing,
  registries,
  agents,
  sharing,
  servers,
  services,
  signin,
  settings,
}
export default messages

export type Messages = typeof messages
