/** Where somebody was reading: a message, and how far its top is from that of the view, in pixels. */
export interface Place {
  readonly message: string
  readonly top: number
}

const KEY = 'satchel.chatPlaces'
const MAX = 50

const read = (): Map<string, Place> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isEntry) : [])
  } catch {
    // Somebody else's or half written: as if nothing had been read yet.
    return new Map()
  }
}

const isEntry = (entry: unknown): entry is [string, Place] => {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const place: unknown = entry[1]
  if (typeof place !== 'object' || place === null || !('message' in place) || !('top' in place)) return false
  return typeof place.message === 'string' && typeof place.top === 'number'
}

/** The place in a conversation; null stands for its end. */
export const placeIn = (conversation: string): Place | null => read().get(conversation) ?? null

/** Keeps it for the newest conversations, also over a restart. */
export const keepPlace = (conversation: string, place: Place | null): void => {
  const places = read()
  places.delete(conversation)
  if (place !== null) places.set(conversation, place)
  localStorage.setItem(KEY, JSON.stringify([...places].slice(-MAX)))
}
