/**
 * Converts a quantity from one unit to another. Input: `{"value": 5, "from": "mile", "to": "kilometre"}`; output:
 * `{"value": 8.04672, "unit": "kilometre", "text": "5 mile = 8.04672 kilometre"}`.
 */
import { fail, readInput, writeOutput } from "./extism"

/** A unit as `value * factor + offset` of the base unit of its kind. */
class Unit {
  constructor(
    public kind: string,
    public factor: f64,
    public offset: f64 = 0,
  ) {}
}

function unit(name: string): Unit | null {
  // Length, in metres.
  if (name == "millimetre") return new Unit("length", 0.001)
  if (name == "centimetre") return new Unit("length", 0.01)
  if (name == "metre") return new Unit("length", 1)
  if (name == "kilometre") return new Unit("length", 1000)
  if (name == "inch") return new Unit("length", 0.0254)
  if (name == "foot") return new Unit("length", 0.3048)
  if (name == "yard") return new Unit("length", 0.9144)
  if (name == "mile") return new Unit("length", 1609.344)
  if (name == "nautical mile") return new Unit("length", 1852)
  // Mass, in kilograms.
  if (name == "gram") return new Unit("mass", 0.001)
  if (name == "kilogram") return new Unit("mass", 1)
  if (name == "tonne") return new Unit("mass", 1000)
  if (name == "ounce") return new Unit("mass", 0.028349523125)
  if (name == "pound") return new Unit("mass", 0.45359237)
  if (name == "stone") return new Unit("mass", 6.35029318)
  // Volume, in litres.
  if (name == "millilitre") return new Unit("volume", 0.001)
  if (name == "litre") return new Unit("volume", 1)
  if (name == "pint") return new Unit("volume", 0.56826125)
  if (name == "gallon") return new Unit("volume", 4.54609)
  if (name == "US pint") return new Unit("volume", 0.473176473)
  if (name == "US gallon") return new Unit("volume", 3.785411784)
  // Temperature, in kelvin.
  if (name == "celsius") return new Unit("temperature", 1, 273.15)
  if (name == "fahrenheit") return new Unit("temperature", 5.0 / 9.0, 459.67 * 5.0 / 9.0)
  if (name == "kelvin") return new Unit("temperature", 1)
  return null
}

/** Called by Satchel. */
export function run(): void {
  const input = readInput()
  const from = textOf(input, "from")
  const to = textOf(input, "to")
  const value = numberOf(input, "value")
  const source = unit(from)
  const target = unit(to)
  if (isNaN(value)) return fail("there is no value to convert")
  if (source == null) return fail("the unit to convert from is unknown")
  if (target == null) return fail("the unit to convert to is unknown")
  if (source.kind != target.kind) return fail(from + " measures " + source.kind + ", " + to + " measures " + target.kind)

  const converted = rounded((value * source.factor + source.offset - target.offset) / target.factor)
  const words = plain(value) + " " + from + " = " + plain(converted) + " " + to
  writeOutput('{"value":' + plain(converted) + ',"unit":"' + to + '","text":"' + words + '"}')
}

/** Twelve significant digits: what is beyond them is the arithmetic's, not the measure's. */
function rounded(value: f64): f64 {
  if (value == 0 || !isFinite(value)) return value
  const digits = 11 - Math.floor(Math.log10(Math.abs(value)))
  if (digits > 300) return value
  const scale = Math.pow(10, Math.abs(digits))
  return digits < 0 ? Math.round(value / scale) * scale : Math.round(value * scale) / scale
}

/** A number as JSON writes it. */
function plain(value: f64): string {
  const text = value.toString()
  return text.endsWith(".0") ? text.substring(0, text.length - 2) : text
}

/** The place behind the colon of a member; -1 when there is none. Satchel has checked that the input is one flat object. */
function valueAt(json: string, name: string): i32 {
  const key = '"' + name + '":'
  const at = json.indexOf(key)
  return at < 0 ? -1 : at + key.length
}

function textOf(json: string, name: string): string {
  const at = valueAt(json, name)
  if (at < 0 || json.charAt(at) != '"') return ""
  const end = json.indexOf('"', at + 1)
  return end < 0 ? "" : json.substring(at + 1, end)
}

function numberOf(json: string, name: string): f64 {
  const at = valueAt(json, name)
  if (at < 0) return NaN
  let end = at
  while (end < json.length && "+-.0123456789eE".includes(json.charAt(end))) end++
  return end == at ? NaN : parseFloat(json.substring(at, end))
}
