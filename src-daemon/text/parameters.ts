import {
  isArgumentElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'

/** How a message uses a parameter: shows it as text or as a number, or only selects words by it. */
export interface Parameter {
  readonly number: boolean
  readonly shown: boolean
}

/** The parameters of a parsed message, in the order they occur. */
export const parametersOf = (message: readonly MessageFormatElement[]): ReadonlyMap<string, Parameter> => {
  const found = new Map<string, Parameter>()
  const add = (name: string, number: boolean, shown: boolean): void => {
    const known = found.get(name)
    found.set(name, {
      number: number || known?.number === true,
      shown: shown || known?.shown === true,
    })
  }
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (isArgumentElement(element)) add(element.value, false, true)
      else if (isNumberElement(element)) add(element.value, true, true)
      else if (isTagElement(element)) walk(element.children)
      else if (isPluralElement(element) || isSelectElement(element)) {
        add(element.value, isPluralElement(element), false)
        for (const { value } of Object.values(element.options)) walk(value)
      }
    }
  }
  walk(message)
  return found
}
