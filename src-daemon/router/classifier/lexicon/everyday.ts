/**
 * Groups of near synonyms, one per line, under a topic: what people ask for and do, at home, with time and
 * with money. Written for this program from general knowledge of English, not from any collection of
 * messages.
 */
export const EVERYDAY = `
@asking
question ask query inquire wonder
answer reply respond response
explain describe clarify elaborate detail details
tell say mention inform
know aware knowledge
mean meaning definition define signify
understand comprehend grasp
show display reveal view
find locate search seek discover look
check verify confirm ensure validate
give provide supply offer
help assist assistance aid support
need require necessary must essential
want like wish desire would
let allow permit permission allowed
can could able possible possibly
reason why cause because purpose
how way method manner procedure process steps
example instance sample
information info facts data
difference differ different distinguish versus
compare comparison contrast
kind sort type category variety
name title named
repeat again restate once
suggest suggestion recommend recommendation advise advice propose tip tips
opinion think thought believe
choose choice pick select option decide decision
best top favorite favourite greatest finest ideal
good nice fine decent great excellent okay ok
bad poor terrible awful horrible worse worst
right correct true accurate
wrong incorrect false mistake error inaccurate
sure certain certainly definitely absolutely
maybe perhaps possibly might unsure
yes yeah yep yup affirmative sure indeed
no nope nah negative
not don dont never isn isnt won wont didn didnt doesn doesnt cannot cant aren arent
please kindly
thanks thank thx grateful appreciate
hello hi hey greetings
bye goodbye farewell
sorry apologize apology pardon excuse
@doing
start begin commence launch initiate
stop end halt quit cease finish terminate
continue resume proceed
wait pause hold delay
make create build produce generate construct
change modify alter adjust edit amend
update refresh renew
replace substitute swap exchange switch
add include append insert put
remove delete erase clear eliminate drop
cancel abort revoke withdraw
set setup establish configure arrange
reset restore restart reboot
open unlock
close shut lock
move transfer relocate shift
send mail ship dispatch forward
receive get obtain acquire
bring fetch deliver
take grab pick
keep retain save store preserve
use utilize employ using
try attempt
fix repair mend solve resolve
break broken damaged crack cracked smashed ruin
lose lost missing misplaced misplace
work function operate functioning running
fail failed failure failing
happen occur
turn switch flip
increase raise boost higher grow
decrease reduce lower lessen
improve enhance better upgrade
compute calculate figure determine estimate
count number amount quantity
measure measurement size dimension dimensions
control manage handle
connect link join pair attach sync
disconnect unlink detach separate
enable activate
disable deactivate
copy duplicate clone
print printer printout
write jot scribble
note memo
read reading
list lists listing enumerate
remember recall memory
forget forgot
remind reminder reminders alert notify notification
request apply application submit
accept approve agree approval approved
refuse reject decline deny declined denied rejected
join enroll register sign signup subscribe
leave depart exit departure
arrive arrival reach
visit tour
meet meeting meetings gathering appointment
plan schedule planned scheduled agenda itinerary calendar
organize arrange tidy sort
prepare ready preparation
share distribute
divide split
combine mix blend merge
guess predict prediction forecast
test quiz exam
practice train rehearse exercise
teach learn study lesson
@time
time hour clock oclock
minute minutes min mins
second seconds sec
day daily today
week weekly
month monthly
year yearly annual annually
now currently current moment
soon shortly
later afterwards after
before earlier prior previous previously
early ahead
late delayed overdue
date calendar
deadline due expire expires expiration expiry
morning dawn breakfast
noon midday lunchtime
evening tonight night
weekend saturday sunday
monday tuesday wednesday thursday friday weekday
january february march april may june july august september october november december
spring summer autumn fall winter season
holiday vacation holidays festival christmas easter
birthday anniversary bday
always constantly
often frequently usually regularly
sometimes occasionally
rarely seldom
fast quick quickly speedy rapid rapidly
slow slowly
long duration lasting length
recent recently lately latest last
old age aged
new recent fresh brand
alarm wake awake
timer countdown stopwatch
past history historical ago
future upcoming next
@money
money cash funds currency
pay payment paid paying
buy purchase bought buying order acquire
sell sold selling sale
price cost costs pricing fee charge charges
cheap inexpensive affordable budget bargain
expensive costly pricey
free gratis complimentary
discount coupon deal reduction promo voucher
spend spent spending expenditure expense expenses
save saving savings
earn earnings income wage wages salary pay paycheck
tax taxes vat
bank banking
account accounts
withdraw withdrawal atm
loan lend borrow mortgage credit
debt owe owing owed
interest rate percent percentage
bill invoice bills
receipt proof
refund reimburse reimbursement
transaction transactions
card visa mastercard amex plastic
pin password passcode code
fraud scam fraudulent suspicious stolen theft
insurance insured coverage policy premium
invest investment stock stocks shares portfolio
retirement pension
budget allowance
rich wealthy
poor broke
tip gratuity
rent lease rental
dollar dollars bucks usd
euro euros eur
pound pounds gbp quid
cent cents penny pennies coin coins
exchange conversion convert
check cheque checkbook
limit maximum max cap
minimum min least
reward rewards points bonus
score rating
owner own possess
worth value valuable
@shopping
shop store market supermarket mall
shopping groceries grocery errands
cart basket
order orders ordered
package parcel shipment delivery
product item items goods article
brand make manufacturer
customer client
return refund exchange
warranty guarantee
stock inventory supply supplies
wrap gift present
size large small medium
clothes clothing outfit garment wear apparel
shirt blouse top tee
pants trousers jeans
shoe shoes boots sneakers footwear
dress skirt gown
coat jacket
hat cap
bag purse backpack
jewelry necklace ring earrings bracelet
@food
food meal dish cuisine eat
breakfast brunch
dinner supper
snack treat
drink beverage drinks
cook cooking bake baking prepare roast fry grill boil
recipe ingredients ingredient
kitchen stove oven microwave
fridge refrigerator freezer
hungry starving appetite
thirsty thirst
delicious tasty yummy
taste flavor flavour
spicy
sweet dessert sugar candy cake
bread toast loaf bun
meat beef pork steak
chicken poultry turkey
fish seafood salmon tuna shrimp
vegetable veggies vegetables carrot potato tomato onion
fruit apple banana orange grapes berry berries
cheese dairy milk yogurt cream butter
egg eggs
rice pasta noodles spaghetti
soup stew broth
salad lettuce
coffee espresso latte
beer wine alcohol liquor
pizza burger sandwich taco
restaurant diner cafe bistro eatery
reservation reserve booking book
waiter server waitress
vegetarian vegan
calorie calories
nutrition nutritional nutrients protein vitamin vitamins fat carbs fiber
healthy nutritious diet
allergy allergic allergies
spoil spoiled rotten expired stale
spice spices seasoning salt pepper
bottle can jar
plate bowl cup glass dish
knife fork spoon utensil
takeout takeaway
@home
house home apartment flat residence
room bedroom bathroom
door gate entrance
wall ceiling floor
garden yard lawn backyard
light lights lamp bulb lighting
bright brightness
dark dim
heat heating heater thermostat radiator
cool cooling ac conditioner
warm hot
cold chilly freezing
temperature degrees
clean cleaning wash tidy scrub
dirty messy stain
vacuum sweep mop dust
laundry washing washer dryer
dishwasher dishes
trash garbage rubbish waste bin
recycle recycling
furniture chair sofa couch table desk
bed mattress pillow blanket
electricity power electric energy
plumber plumbing pipe leak faucet tap
tool tools hammer drill
neighbor neighbour neighbors
landlord tenant
key keys
chore chores housework task job duty
todo task tasks
fire smoke
security secure safe safety
noise noisy loud quiet
`
