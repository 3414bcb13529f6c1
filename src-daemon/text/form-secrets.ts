import type { Form, FormValues } from '../contract/form.ts'

/** What a reply to a form has typed into its secret fields. */
export const secretsIn = (
  { fields }: Form,
  reply: { readonly action: string; readonly values?: FormValues | null },
): readonly string[] => {
  const { action, values } = reply
  if (action !== 'accept' || values === null || values === undefined) return []
  return fields.flatMap(({ id, secret }) =>
    secret && Object.hasOwn(values, id) ? [values[id] ?? []].flat().map(String) : [],
  )
}
