/** Irregular forms, each after the form it is looked up by. */
export const IRREGULAR = `
be is am are was were been being
have has had having
do does did done doing
go goes went gone
get got gotten
make made
take took taken
give gave given
buy bought
bring brought
think thought
find found
tell told
say said
see saw seen
know knew known
come came
send sent
spend spent
lend lent
lose lost
leave left
keep kept
sleep slept
feel felt
meet met
pay paid
sell sold
hold held
stand stood
understand understood
write wrote written
drive drove driven
ride rode ridden
eat ate eaten
fall fell fallen
forget forgot forgotten
break broke broken
speak spoke spoken
steal stole stolen
choose chose chosen
freeze froze frozen
wake woke woken
begin began begun
drink drank drunk
ring rang rung
run ran
sing sang sung
swim swam swum
win won
fly flew flown
grow grew grown
throw threw thrown
draw drew drawn
catch caught
teach taught
build built
hear heard
hide hid hidden
wear wore worn
tear tore torn
bite bit bitten
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
knife knives
life lives
wife wives
leaf leaves
shelf shelves
half halves
good better best
bad worse worst
much more most
`
