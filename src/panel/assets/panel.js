import './elements.js'
import { liveForms } from './forms.js'
import { onTaps } from './taps.js'

liveForms()
onTaps()
import { liveList } from './live.js'

liveForms()
liveList()
