import { reactive } from 'vue'

/** Hosts whose pictures the user asked to see, as long as the program runs: the first of each takes a click (aitp.md 7). */
const agreed = reactive(new Set<string>())

export const isPictureHost = (host: string): boolean => agreed.has(host)

export const agreeToPictures = (host: string): void => {
  agreed.add(host)
}
