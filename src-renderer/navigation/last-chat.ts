import { ref } from 'vue'

const KEY = 'satchel.lastChat'
/** The conversation that was open last, or null. Only its id is kept: what is said stays with the daemon. */
const last = ref(localStorage.getItem(KEY))

export const rememberChat = (id: string | null): void => {
  last.value = id
  if (id === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, id)
}

/** Forgets a conversation that no longer exists. */
export const forgetChat = (id: string): void => {
  if (last.value === id) rememberChat(null)
}

/** Address of the conversation that was open last; of a new one if there is none. */
export const lastChatAddress = () => ({ name: 'chat', params: { id: last.value ?? '' } })
