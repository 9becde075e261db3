// A program that does nothing, linked statically: the floor for the time a process needs to start.
int main() {
    return 0;
}
