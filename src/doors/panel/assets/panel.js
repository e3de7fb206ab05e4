import { besideList } from './beside.js'
import './corrected.js'
import './drag.js'
import './elements.js'
import { liveForms } from './forms.js'
import './grid.js'
import { keys } from './keys.js'
import { kitchen } from './kitchen.js'
import { liveOrders } from './live.js'
import { registerWorker } from './offline.js'
import './photos.js'
import { backToList, onTaps } from './taps.js'
import './order-form.js'
import './variants.js'

liveForms()
keys()
liveOrders()
kitchen()
registerWorker()
onTaps()
backToList()
besideList()
