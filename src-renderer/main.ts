import './styles/main.css'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { keepFocus } from './frame/keep-focus.ts'
import { firstLanguage, setLanguage } from './i18n/index.ts'
import { createAppRouter, loadChatPage } from './routes.ts'
import { shell } from './rpc/bridge.ts'
import { startConnection } from './rpc/client.ts'
import { exchangeToken, followNewLinks } from './rpc/session.ts'
import { useDaemon } from './rpc/daemon.ts'
import { rememberedLanguage, startAppearance } from './styles/appearance.ts'

startAppearance()
await setLanguage(firstLanguage(rememberedLanguage(), navigator.languages))
// The page that most starts lead to comes while the session begins.
const leadsElsewhere = /^#\/(?!chat)./.test(window.location.hash)
if (!leadsElsewhere)
  loadChatPage().catch(() => {
    // The router asks for it again, and says why it can't be had.
  })
// Before the router reads the address: the token must not become a route.
const sessionProblem = shell() === null ? await exchangeToken() : null
if (shell() === null) followNewLinks()

const app = createApp(App)
app.use(createPinia())
app.use(createAppRouter())
app.use(ui)

const daemon = useDaemon()
daemon.sessionProblem = sessionProblem
daemon.follow()
startConnection()
app.mount('#app')
keepFocus()
