import { unavailable } from '../errors/errors.ts'
import { withTimeout } from '../process/with-timeout.ts'

type Asked<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

const MAX_BATCH_SIZE = 500
const MAX_BATCHES = 3
// A database that hangs must not hold up those who come after it is back, nor keep the others waiting for ever.
const PATIENCE = 1_000
const MAX_WAIT = 20_000

/**
 * Answers the questions of one turn of the event loop together, by one call of `answerAll`, which answers in the order
 * of the questions. Under load, what comes while three calls are under way is gathered for the next: the busier, the
 * fewer round trips. Nothing is kept from one call to the next.
 */
export function batchLoader<Question, Answer>(answerAll: (questions: Question[]) => Promise<Answer[]>) {
  let waiting: Asked<Question, Answer>[] = []
  let underWay = 0
  let scheduled = false

  return function ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      schedule()
    })
  }

  function schedule() {
    if (scheduled || waiting.length === 0 || underWay >= MAX_BATCHES) return
    scheduled = true
    setImmediate(() => void answerWaiting())
  }

  async function answerWaiting() {
    const batch = waiting.slice(0, MAX_BATCH_SIZE)
    waiting = waiting.slice(MAX_BATCH_SIZE)
    scheduled = false
    const leave = enter()
    try {
      const asked = answerAll(batch.map(({ question }) => question))
      const answers = await withTimeout(asked, MAX_WAIT, unavailable)
      batch.forEach(({ resolve }, i) => resolve(answers[i]!))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      leave()
    }
  }

  /** Takes one of the places under way; `leave` gives it back, once, and so does time. */
  function enter(): () => void {
    underWay++
    const leave = () => {
      if (late === null) return
      clearTimeout(late)
      late = null
      underWay--
      schedule()
    }
    let late: NodeJS.Timeout | null = setTimeout(leave, PATIENCE)
    late.unref()
    schedule()
    return leave
  }
}
