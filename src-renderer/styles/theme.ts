/** Text on a tint of its own colour is two steps stronger than that colour: AA in light and dark. */
const readableTints = [
  { color: 'success', variant: ['subtle', 'soft'], class: 'text-success-800 dark:text-success-300' },
  { color: 'warning', variant: ['subtle', 'soft'], class: 'text-warning-800 dark:text-warning-300' },
  { color: 'error', variant: ['subtle', 'soft'], class: 'text-error-800 dark:text-error-300' },
  { color: 'primary', variant: ['subtle', 'soft'], class: 'text-primary-800 dark:text-primary-300' },
]

/** The library animates for 200 ms; here it is at most 180 (reduced motion: `main.css`). */
const brisk = 'data-[state=open]:[animation-duration:150ms] data-[state=closed]:[animation-duration:150ms]'

/**
 * The look of every Nuxt UI component: zinc and one accent, hairlines instead of shadows, 6 px controls and 8 px cards
 * (`--ui-radius` is 4 px; `rounded-md` 6, `rounded-lg` 8).
 */
export const theme = {
  colors: {
    primary: 'teal',
    secondary: 'zinc',
    success: 'green',
    info: 'teal',
    warning: 'amber',
    error: 'red',
    neutral: 'zinc',
  },
  button: {
    slots: { base: 'cursor-pointer font-medium transition-colors duration-150' },
    // A hovered button keeps its text's contrast.
    compoundVariants: [
      {
        color: 'primary',
        variant: 'solid',
        class:
          'hover:bg-primary-800 active:bg-primary-900 dark:hover:bg-primary-300 dark:active:bg-primary-200',
      },
    ],
    defaultVariants: { size: 'sm' },
  },
  input: { slots: { root: 'w-full' }, defaultVariants: { size: 'md' } },
  textarea: { slots: { root: 'w-full' }, defaultVariants: { size: 'md' } },
  select: { slots: { base: 'w-full' } },
  inputNumber: { slots: { root: 'w-full' } },
  inputTags: { slots: { root: 'w-full' } },
  formField: { slots: { label: 'text-sm font-medium text-highlighted', help: 'text-xs', error: 'text-xs' } },
  card: {
    slots: { root: 'rounded-lg', body: 'p-4 sm:p-4', header: 'p-4 sm:px-4', footer: 'p-4 sm:px-4' },
  },
  badge: {
    slots: { base: 'font-medium' },
    // The library's small badge has 10 px text; nothing here is below 12.
    variants: { size: { sm: { base: 'text-xs px-1.5 py-0.5 gap-1' } } },
    compoundVariants: readableTints,
    defaultVariants: { size: 'sm' },
  },
  // The library sets the description to 90 % opacity, which takes amber below AA.
  alert: {
    slots: { description: 'opacity-100' },
    compoundVariants: readableTints.map((one) => ({ ...one, class: { root: one.class } })),
  },
  tooltip: { slots: { content: 'max-w-80 h-auto whitespace-normal text-xs' } },
  collapsible: { slots: { content: brisk } },
  modal: { slots: { overlay: ['bg-zinc-950/40', brisk], content: brisk } },
  slideover: {
    // The title ends before the close button.
    slots: { overlay: ['bg-zinc-950/40', brisk], content: brisk, wrapper: 'pe-8' },
  },
  toaster: { slots: { base: ['duration-150', brisk] } },
}
