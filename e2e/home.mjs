// The commands of examples/home: how each is declared, and calls that it answers and that it refuses.

const read = { readOnlyHint: true, destructiveHint: undefined } // it says nothing of a tool that only reads
const write = { readOnlyHint: false, destructiveHint: false }
const destructive = { readOnlyHint: false, destructiveHint: true }

const units = 'millimeters, centimeters, meters, kilometers, inches, feet, yards, miles'
const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString()

// commands is in the order of the registry. Of each:
//
//   parameters   in the order of their declaration, those that are required with a star
//   annotations  what a client is told about the effect
//   good         calls in this order, on one server: the arguments, data that the structured content has, words of the text
//   bad          calls that are refused: the arguments, and words that say what is wrong and what is allowed; beyond is set if the
//                schema allows the arguments and the command itself does not
export const commands = [
  {
    name: 'calculate',
    parameters: 'num1* num2* operation*',
    annotations: read,
    good: [
      { args: { num1: 6, num2: 7, operation: 'multiply' }, data: { result: 42 }, says: ['42'] },
      { args: { num1: 0.1, num2: 0.2, operation: 'add' }, data: { result: 0.3 }, says: ['0.3'] },
    ],
    bad: [
      { args: { num1: 'six', operation: 'power' }, says: ["'num1'", 'a number without quotes', 'Missing required params: num2', "'operation'", 'add, subtract, multiply, divide'] },
      { args: { num1: 1, num_2: 2, operation: 'add' }, says: ["'num_2'", "Did you mean 'num2'?"] },
      { args: { num1: 1, num2: 0, operation: 'divide' }, says: ['divided by zero'], beyond: true },
    ],
  },
  {
    name: 'convert_measurement',
    parameters: 'value* from_unit* to_unit*',
    annotations: read,
    good: [{ args: { value: 98.6, from_unit: 'fahrenheit', to_unit: 'celsius' }, data: { result: 37, unit: 'celsius' }, says: ['37'] }],
    bad: [
      { args: { value: 5, from_unit: 'km', to_unit: 'Miles' }, says: ["'from_unit'", units, "'to_unit'", "did you mean 'miles'?"] },
      { args: { value: 3, from_unit: 'miles', to_unit: 'kilograms' }, says: ['length', 'weight'], beyond: true },
    ],
  },
  {
    name: 'get_current_time',
    parameters: 'timezone format',
    annotations: read,
    good: [
      { args: {}, data: { timezone: 'UTC' }, says: ['UTC'] },
      { args: { timezone: 'Asia/Tokyo', format: '12h' }, data: { timezone: 'Asia/Tokyo' }, says: ['Asia/Tokyo'] },
    ],
    bad: [
      { args: { timezone: ['Europe/Paris'], format: 'ampm' }, says: ["'timezone'", 'text in quotes', "'format'", '12h, 24h'] },
      { args: { timezone: 'Mars/Olympus_Mons' }, says: ['Mars/Olympus_Mons', 'Europe/Paris'], beyond: true },
    ],
  },
  {
    name: 'roll_dice',
    parameters: 'sides count',
    annotations: read,
    good: [
      { args: { sides: 2, count: 100 }, data: {}, says: ['total'] },
      { args: {}, data: {}, says: ['total'] },
    ],
    bad: [{ args: { sides: 1, count: 101 }, says: ["'sides' must be at least 2", "'count' must be at most 100"] }],
  },
  {
    name: 'set_timer',
    parameters: 'duration* label',
    annotations: write,
    good: [{ args: { duration: 'PT8M30S', label: 'crème brûlée 🍮' }, data: { timer_id: 1 }, says: ['ends_at'] }],
    bad: [
      { args: { duration: '10 minutes' }, says: ["'duration'", 'PT1H30M'] },
      { args: { label: 'pasta' }, says: ['Missing required params: duration'] },
    ],
  },
  {
    name: 'check_timers',
    parameters: '',
    annotations: read,
    good: [{ args: {}, data: {}, says: ['timers'] }],
    bad: [{ args: { label: 'pasta' }, says: ["Unknown parameter 'label'"] }],
  },
  {
    name: 'cancel_timer',
    parameters: 'label all',
    annotations: write,
    good: [{ args: { all: true }, data: {}, says: ['cancelled'] }],
    bad: [{ args: { all: ['yes'] }, says: ["'all'", 'true or false'] }],
  },
  {
    name: 'get_weather', // needs a key and the network: without a key every call is refused
    parameters: 'city unit_system resolved_datetimes*',
    annotations: read,
    good: [],
    bad: [{ args: { city: 'Chicago', resolved_datetimes: [tomorrow] }, says: ['OPENWEATHER_API_KEY'], beyond: true }],
  },
  {
    name: 'control_device',
    parameters: 'action* entity_id*',
    annotations: write,
    good: [
      { args: { action: 'turn_on', entity_id: 'light.office' }, data: { devices: ['light.office'], state: 'on' }, says: ['light.office', 'on'] },
      { args: { action: 'turn_on', entity_id: 'Living Room Light' }, data: { devices: ['light.living_room'], state: 'on' }, says: ['light.living_room'] },
    ],
    bad: [
      { args: { action: 'turn_on', entity_id: 'light.attic' }, says: ["'entity_id'", 'light.office, light.kitchen, light.living_room, light.bedroom'], beyond: true },
      { args: { action: 'explode' }, says: ["'action'", 'turn_on, turn_off, lock, unlock', 'Missing required params: entity_id'] },
    ],
  },
  {
    name: 'send_note',
    parameters: 'to* text*',
    annotations: destructive,
    good: [{ args: { to: 'Mia', text: 'Dinner is at seven.' }, data: { draft: { id: '1', to: 'Mia', text: 'Dinner is at seven.' } }, says: ['Mia', 'Dinner is at seven.'] }],
    bad: [
      { args: { to: 'Mia' }, says: ['Missing required params: text'] },
      { args: { to: ' ', text: 'Dinner is at seven.' }, says: ['no recipient'], beyond: true },
    ],
  },
  {
    name: 'announce',
    parameters: 'text* room',
    annotations: read,
    good: [{ args: { text: 'Dinner is ready!', room: 'office' }, data: { arguments: { text: 'Dinner is ready!', room: 'office' } }, says: ['Dinner is ready!'] }],
    bad: [{ args: { text: 'Hi', room: 'attic' }, says: ["'room'", 'kitchen, office, bedroom, whole house'] }],
  },
]

// names returns the names of commands as servers list them.
export const names = (some) => some.map((c) => c.name).sort()
