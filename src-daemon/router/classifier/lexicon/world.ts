/** More groups of near synonyms: travel, health, people, devices, work, and the world around. */
export const WORLD = `
@travel
travel trip journey voyage
flight plane fly airplane airline flights
airport terminal gate
train rail railway subway metro tram
bus coach
car vehicle auto automobile
taxi cab uber lyft ride
bike bicycle cycle
boat ship ferry cruise
drive driving driver
walk walking hike stroll
hotel motel hostel accommodation lodging inn
luggage baggage suitcase bags
passport visa
ticket tickets fare
seat
map route directions navigate navigation
road street highway avenue
distance far miles kilometers
near nearby close around closest nearest
traffic congestion jam
park parking
gas gasoline petrol fuel diesel
tire tires tyre tyres wheel
engine motor
oil
mechanic garage
license licence permit
tour tourist sightseeing attraction attractions sights
beach coast sea ocean
mountain mountains hill
lake river
city town village
country nation abroad foreign overseas international
border customs
vaccine vaccination shot shots immunization
embassy consulate
guide
stay
pack packing
place location spot site
address
north south east west
@health
health healthy wellness
doctor physician gp
hospital clinic
dentist dental tooth teeth
nurse
sick ill unwell illness disease
pain ache hurt hurts sore
headache migraine
fever
cough cold flu
medicine medication drug pill pills tablet tablets
prescription pharmacy pharmacist
dose dosage
injury injured wound
blood
heart pulse
pressure
weight weigh heavy
exercise workout gym fitness
run running jog jogging
swim swimming
yoga stretch
sleep asleep nap rest bedtime
tired exhausted sleepy fatigue
stress stressed anxious anxiety
pregnant pregnancy baby
eye eyes glasses vision
skin rash
hair haircut barber
symptom symptoms
treatment cure therapy
emergency ambulance
die dead death
birth born
body arm leg foot stomach
@people
person people human man woman guy
friend buddy pal friends
family relatives
mother mom mum mama
father dad papa
parent parents
child kid children kids
son daughter
brother sister sibling
wife husband spouse partner
grandmother grandma granny
grandfather grandpa
boyfriend girlfriend
boss manager supervisor
colleague coworker coworkers
wedding marriage marry married
party celebration celebrate
guest guests invite invitation
love
happy glad joy cheerful
sad unhappy upset depressed
angry mad annoyed furious
afraid scared fear
funny humor humorous hilarious
joke jokes laugh pun
bored boring
excited thrilled
lonely alone
age old
gender male female
pet pets
dog puppy dogs
cat kitten cats
bird parrot
animal animals
fish
horse
@communication
phone telephone cell mobile smartphone cellphone
call dial ring phone
message text sms
email mail inbox
letter post
contact contacts
number digits
speak talk chat speaking
listen hear
language languages tongue
translate translation
english
spanish
french
german
chinese
japanese
italian
word words vocabulary term
spell spelling
pronounce pronunciation
grammar
accent
voice sound
volume loud louder
quiet quieter silent mute
whisper
news headlines
social facebook twitter instagram
internet web online website wifi
password login credentials
@devices
computer laptop pc mac
device gadget
screen display monitor
keyboard mouse
battery charge charger
app application software program
file document folder
photo picture image photos pictures
camera
video clip
television tv
speaker speakers
headphones earphones
robot bot ai machine
bug glitch issue problem trouble
crash freeze hang
error
install
download
upload
server host
network connection
bluetooth
setting settings preferences options
mode
version
@play
music song songs track tune
band singer artist musician
album
playlist
radio station
play playing
movie film movies cinema
show series episode
theater theatre
actor actress
book novel
author writer
library
game games gaming
sport sports
football soccer
basketball
baseball
tennis
golf
team
win won winner victory
lose defeat
match tournament
dance
art painting drawing
concert gig
hobby interest interests
story tale
poem
fun entertaining entertainment amusing
random
cards
@work
work job employment career occupation profession
office workplace
company business firm corporation
employee staff worker
hire hiring recruit
fire fired
interview
resume cv
project
deadline
salary wage
raise promotion
holiday vacation leave absence
shift
contract agreement
sign signature
form paperwork
report
conference
presentation slides
client customer
boss
school college university
class course
student pupil
teacher professor
homework assignment
exam test
grade grades
degree
history
science
math mathematics
add plus sum
subtract minus
multiply multiplication
divide
square root
fraction
equation
@world
weather forecast
rain rainy raining umbrella
snow snowing snowy
sun sunny sunshine
wind windy
storm thunder lightning hurricane
cloud cloudy
earth planet world globe
moon
star stars
tree plant flower plants flowers
water watering
air
government president politician
law legal lawyer attorney
police cop
crime
war
population inhabitants
capital
color colour
red blue green yellow
shape
big large huge
small little tiny
tall high height
short
wide
deep
heavy
light
full
empty
many much lots several
few little
all every everything entire whole total
some any
more extra additional another
less fewer
half
first
last final
only just
same identical equal
unit units inch inches foot feet yard meter metre centimeter
mile kilometer km
ounce ounces gram grams pound kilogram kilo kg
liter litre gallon pint quart cup tablespoon teaspoon
celsius fahrenheit
life
god religion
me my mine myself
you your yourself
`
