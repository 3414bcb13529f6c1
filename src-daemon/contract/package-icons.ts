/** The icons that a package may choose by name (`metadata.icon`), and the one of Lucide that is drawn for each. */
export const PACKAGE_ICONS = {
  bell: 'bell',
  book: 'book-open',
  bookmark: 'bookmark',
  calendar: 'calendar',
  cart: 'shopping-cart',
  chart: 'activity',
  chat: 'messages-square',
  clock: 'clock',
  code: 'braces',
  data: 'database',
  document: 'file-text',
  food: 'utensils',
  globe: 'globe',
  heart: 'heart',
  home: 'house',
  idea: 'lightbulb',
  inbox: 'inbox',
  key: 'key-round',
  language: 'languages',
  link: 'link',
  list: 'list-checks',
  money: 'wallet',
  music: 'music',
  note: 'notebook-pen',
  people: 'users',
  person: 'user',
  picture: 'image',
  place: 'map-pin',
  plant: 'leaf',
  receipt: 'receipt-text',
  star: 'star',
  table: 'table-2',
  timer: 'hourglass',
  tool: 'wrench',
  weather: 'cloud-sun',
  work: 'briefcase',
} as const
export type PackageIcon = keyof typeof PACKAGE_ICONS

export const isPackageIcon = (name: string): name is PackageIcon => Object.hasOwn(PACKAGE_ICONS, name)

export const PACKAGE_ICON_NAMES = Object.keys(PACKAGE_ICONS).filter(isPackageIcon)
