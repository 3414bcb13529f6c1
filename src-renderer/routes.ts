import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import { lastChatAddress } from './navigation/last-chat.ts'
import ChatPage from './pages/chat/ChatPage.vue'

/** The pages: the chat, to which most starts lead, comes with the app; the others are loaded when first opened. Routes are in the fragment, so they work from a file and from a server. */
export const routes: RouteRecordRaw[] = [
  { path: '/', redirect: lastChatAddress },
  { path: '/chat/:id?', name: 'chat', component: ChatPage },
  {
    path: '/threads/:id?',
    name: 'thread',
    component: () => import('./pages/chat/threads/ThreadPage.vue'),
  },
  {
    // A skill's name contains a slash: `skill:mine/minutes`.
    path: '/capabilities/:name(.*)?',
    name: 'capabilities',
    component: () => import('./pages/capabilities/CapabilitiesPage.vue'),
  },
  {
    // `did:nuwa:cap:note`, perhaps with `@1.0.0`.
    path: '/marketplace/:uri?',
    name: 'marketplace',
    component: () => import('./pages/marketplace/MarketplacePage.vue'),
  },
  {
    // A draft's id; without one, all drafts.
    path: '/make/:id?',
    name: 'making',
    component: () => import('./pages/making/MakingPage.vue'),
  },
  {
    path: '/servers',
    name: 'servers',
    component: () => import('./pages/servers/ServersPage.vue'),
  },
  { path: '/state', name: 'state', component: () => import('./pages/state/StatePage.vue') },
  { path: '/activity', name: 'activity', component: () => import('./pages/activity/ActivityPage.vue') },
  { path: '/agents/:id?', name: 'agents', component: () => import('./pages/agents/AgentsPage.vue') },
  { path: '/identity', name: 'identity', component: () => import('./pages/identity/IdentityPage.vue') },
  { path: '/memory', name: 'memory', component: () => import('./pages/memory/MemoryPage.vue') },
  { path: '/prompts', name: 'prompts', component: () => import('./pages/prompts/PromptsPage.vue') },
  { path: '/usage', name: 'usage', component: () => import('./pages/usage/UsagePage.vue') },
  { path: '/models', name: 'models', component: () => import('./pages/models/ModelsPage.vue') },
  { path: '/sharing', name: 'sharing', component: () => import('./pages/sharing/SharingPage.vue') },
  { path: '/welcome', name: 'welcome', component: () => import('./pages/welcome/WelcomePage.vue') },
  { path: '/settings', name: 'settings', component: () => import('./pages/settings/SettingsPage.vue') },
  { path: '/:rest(.*)*', redirect: '/chat' },
]

export const createAppRouter = () => createRouter({ history: createWebHashHistory(), routes })
