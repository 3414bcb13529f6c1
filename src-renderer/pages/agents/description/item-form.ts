import type { OfferItem } from '../../../../src-daemon/contract/agent-offer.ts'

/** A product or service as it is typed: lists as lines. */
interface ItemForm {
  kind: OfferItem['kind']
  identifier: string
  name: string
  description: string
  amount: string
  currency: string
  brand: string
  category: string
  /** One address a line. */
  images: string
  /** One option a line: `Temperature*: Iced, Hot`; a star marks one that has to be chosen. */
  options: string
}

export type ItemProblem = 'name' | 'identifier' | 'taken' | 'price' | 'images' | 'options'

export const formOf = (item: OfferItem | null): ItemForm => ({
  kind: item?.kind ?? 'product',
  identifier: item?.identifier ?? '',
  name: item?.name ?? '',
  description: item?.description ?? '',
  amount: item?.price?.amount ?? '',
  currency: item?.price?.currency ?? 'EUR',
  brand: textOf(item?.more['brand']),
  category: textOf(item?.more['category']),
  images: (item?.images ?? []).map(({ url }) => url).join('\n'),
  options: (item?.options ?? [])
    .map(({ name, isRequired, values }) => `${name}${isRequired ? '*' : ''}: ${values.join(', ')}`)
    .join('\n'),
})

/** The item that a form says, with what the form has no field for; or what is wrong with it. */
export const itemOf = (
  form: ItemForm,
  before: OfferItem | null,
  taken: readonly string[],
): { readonly item: OfferItem } | { readonly problems: ReadonlySet<ItemProblem> } => {
  const problems = new Set<ItemProblem>()
  const identifier = form.identifier.trim()
  const amount = form.amount.trim()
  const currency = form.currency.trim().toUpperCase()
  const images = linesOf(form.images)
  const options = linesOf(form.options).map(optionOf)
  if (form.name.trim() === '') problems.add('name')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(identifier)) problems.add('identifier')
  if (identifier !== before?.identifier && taken.includes(identifier)) problems.add('taken')
  if (amount !== '' && !(/^\d{1,15}(?:\.\d{1,8})?$/.test(amount) && /^[A-Z]{3}$/.test(currency)))
    problems.add('price')
  if (images.some((url) => URL.parse(url)?.protocol !== 'https:')) problems.add('images')
  const read = options.filter((option) => option !== null)
  if (read.length < options.length) problems.add('options')
  if (problems.size > 0) return { problems }
  const captions = new Map(before?.images.map(({ url, caption }) => [url, caption]))
  const { brand: _, category: __, ...more } = before?.more ?? {}
  return {
    item: {
      kind: form.kind,
      identifier,
      name: form.name.trim(),
      description: form.description,
      price: amount === '' ? null : { amount, currency },
      images: images.map((url) => ({ url, caption: captions.get(url) ?? '' })),
      options: read,
      more: {
        ...more,
        ...(form.brand.trim() !== '' && { brand: form.brand.trim() }),
        ...(form.category.trim() !== '' && { category: form.category.trim() }),
      },
    },
  }
}

const optionOf = (line: string): OfferItem['options'][number] | null => {
  const [, name = '', star, list = ''] = /^([^:*]+)(\*?):(.+)$/u.exec(line) ?? []
  const values = list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return name.trim() === '' || values.length === 0
    ? null
    : { name: name.trim(), isRequired: star === '*', values }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
