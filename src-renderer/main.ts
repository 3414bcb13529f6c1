import './styles/main.css'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { keepFocus } from './frame/keep-focus.ts'
import { firstLanguage, setLanguage } from './i18n/index.ts'
import { createAppRouter } from './routes.ts'
import { shell } from './rpc/bridge.ts'
import { startConnection } from './rpc/client.ts'
import { exchangeToken, followNewLinks } from './rpc/session.ts'
import { useDaemon } from './rpc/daemon.ts'
import { rememberedLanguage, startAppearance } from './styles/appearance.ts'

startAppearance()
await setLanguage(firstLanguage(rememberedLanguage(), navigator.languages))
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
