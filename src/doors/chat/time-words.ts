import type { Day } from '../../features/hours/hours.ts'
import { plain, type Words } from './words.ts'

type DayWord = Day | 'today' | 'tomorrow' | 'dayAfter'

/** How days are written. All of them are understood in every language. */
export const dayWords: Record<DayWord, Words> = {
  today: { es: ['hoy'], pt: ['hoje'], en: ['today'] },
  tomorrow: { es: ['mañana'], pt: ['amanhã'], en: ['tomorrow'] },
  dayAfter: { es: ['pasado mañana'], pt: ['depois de amanhã'], en: ['day after tomorrow'] },
  mon: { es: ['lunes', 'lun'], pt: ['segunda', 'segunda-feira', 'seg'], en: ['monday', 'mon'] },
  tue: { es: ['martes', 'mar'], pt: ['terça', 'terça-feira', 'ter'], en: ['tuesday', 'tue', 'tues'] },
  wed: { es: ['miércoles', 'mié'], pt: ['quarta', 'quarta-feira', 'qua'], en: ['wednesday', 'wed'] },
  thu: {
    es: ['jueves', 'jue'],
    pt: ['quinta', 'quinta-feira', 'qui'],
    en: ['thursday', 'thu', 'thur', 'thurs'],
  },
  fri: { es: ['viernes', 'vie'], pt: ['sexta', 'sexta-feira', 'sex'], en: ['friday', 'fri'] },
  sat: { es: ['sábado', 'sáb'], pt: ['sábado', 'sáb'], en: ['saturday', 'sat'] },
  sun: { es: ['domingo', 'dom'], pt: ['domingo', 'dom'], en: ['sunday', 'sun'] },
}

/** Durations that are written without a number, in minutes. */
export const spokenDurations: { words: Words; minutes: number }[] = [
  { words: { es: ['media hora'], pt: ['meia hora'], en: ['half an hour', 'half hour'] }, minutes: 30 },
  { words: { es: ['una hora'], pt: ['uma hora'], en: ['an hour', 'one hour'] }, minutes: 60 },
]

const beforeDay = new Set(['el', 'na', 'no', 'a', 'o', 'on', 'the'])
const beforeTime = /^(?:a las|a la|las|la|as|a|at) /

/** Parts of a day, with the hours that are written with them: `9 de la mañana`. At 12 they could mean two. */
export const dayParts: { words: Words; half: 'am' | 'pm'; from: number; to: number }[] = [
  {
    words: { es: ['de la mañana'], pt: ['da manhã', 'de manhã'], en: ['in the morning'] },
    half: 'am',
    from: 1,
    to: 11,
  },
  {
    words: { es: ['de la tarde'], pt: ['da tarde', 'de tarde'], en: ['in the afternoon'] },
    half: 'pm',
    from: 1,
    to: 7,
  },
  {
    words: { es: ['de la noche'], pt: ['da noite'], en: ['in the evening', 'at night'] },
    half: 'pm',
    from: 6,
    to: 11,
  },
]

const dayOf = new Map(
  Object.entries(dayWords).flatMap(([day, words]) =>
    Object.values(words)
      .flat()
      .map((word) => [plain(word), day as DayWord] as const),
  ),
)

const parts = dayParts.flatMap(({ words, ...part }) =>
  Object.values(words)
    .flat()
    .map((word) => ({ ...part, end: ` ${plain(word)}` })),
)

const MAX_WORDS = Math.max(...[...dayOf.keys()].map((words) => words.split(' ').length))

/** A day, where a text begins with one, and the rest. A date is left as it is: `24/12`. */
export function splitDay(text: string): { day: DayWord | { date: string } | null; time: string } {
  const [first = '', ...others] = plain(text).split(' ')
  const words = beforeDay.has(first) ? others : [first, ...others]
  for (let length = MAX_WORDS; length > 0; length--) {
    const day = dayOf.get(words.slice(0, length).join(' '))
    if (day) return { day, time: timeIn(words.slice(length)) }
  }
  if (/^\d{1,2}\/\d{1,2}$/.test(words[0] ?? ''))
    return { day: { date: words[0]! }, time: timeIn(words.slice(1)) }
  return { day: null, time: timeIn([first, ...others]) }
}

const timeIn = (words: string[]) => words.join(' ').replace(beforeTime, '')

/** Minutes since 0:00 of `9`, `9:30`, `9.30`, `21h`, `9h30`, `9 am`, `9:30 pm`, `9 da manhã`. */
export function minutesOf(text: string): number | null {
  const part = parts.find(({ end }) => text.endsWith(end))
  const [, hours = '', minute = '0', half = part?.half] =
    /^(\d{1,2})(?:[:.h](\d\d))? ?(?:min|h(?:oras?|s)?|(am|pm|a\.? ?m\.?|p\.? ?m\.?))?$/.exec(
      part ? text.slice(0, -part.end.length) : text,
    ) ?? []
  const hour = Number(hours)
  if (hours === '' || Number(minute) > 59 || hour > 23) return null
  if (half === undefined) return hour * 60 + Number(minute)
  if (hour < (part?.from ?? 1) || hour > (part?.to ?? 12)) return null
  return ((hour % 12) + (half.startsWith('p') ? 12 : 0)) * 60 + Number(minute)
}
