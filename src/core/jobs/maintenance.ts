import type { Db } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from './loop.ts'

/** What has to be tidied up now and then. `run` does a bounded part of it and says whether there is more. */
export type Chore = { name: string; everySeconds: number; run: (sql: Db, log: Log) => Promise<boolean> }

type Options = { sql: Db; log: Log; chores: Chore[]; beat?: number }

const MINUTE = 60_000
/** Rows that one statement deletes: short locks, and an answer in time. */
export const MOST_ROWS = 5_000

/** Does each chore in its time, once however many processes there are. */
export function startChores({ sql, log, chores, beat = MINUTE }: Options): Pick<Loop, 'stop'> {
  return startLoop({ name: 'chores', log, turn, every: beat })

  async function turn() {
    for (const chore of chores) {
      if (!(await takeTurn(chore))) continue
      if (await chore.run(sql, log)) await comeBack(chore)
    }
  }

  /** Whoever moves the time on does the chore. A time too far ahead is of a clock that has been set back since. */
  async function takeTurn({ name, everySeconds }: Chore): Promise<boolean> {
    const [ours] = await sql`
      insert into chores (name, next_at)
      values (${name}, clock_timestamp() + make_interval(secs => ${everySeconds}))
      on conflict (name) do update
      set next_at = excluded.next_at
      where chores.next_at <= clock_timestamp()
      or chores.next_at > excluded.next_at + interval '1 minute'
      returning name`
    return Boolean(ours)
  }

  async function comeBack({ name }: Chore) {
    await sql`update chores set next_at = clock_timestamp() where name = ${name}`
  }
}
