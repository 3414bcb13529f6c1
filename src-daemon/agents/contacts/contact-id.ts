/** A short name for a new contact: from the owner's label or the agent's own name, else from its host. */
export const newContactId = (texts: readonly string[], isTaken: (id: string) => boolean): string => {
  const base = texts.map(plain).find((one) => one !== '') ?? 'agent'
  let id = base
  for (let number = 2; isTaken(id); number += 1) id = `${base.slice(0, 56)}-${String(number)}`
  return id
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
